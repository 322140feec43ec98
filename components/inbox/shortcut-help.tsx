import { Kbd, Modal, Table } from "@mantine/core";

const SHORTCUTS = [
  ["J  K  ↓  ↑", "Next and previous conversation"],
  ["Enter", "Open the marked conversation"],
  ["R", "Reply"],
  ["N", "Note for the team"],
  ["I", "Assign to me"],
  ["U", "Unassign"],
  ["A", "Assign to …"],
  ["T", "Tags"],
  ["S", "Stage"],
  ["E", "End the conversation"],
  ["/", "Search"],
  [".", "Show or hide details"],
  ["Esc", "Leave the field, then the conversation"],
  ["?", "This help"],
] as const;

/** What the keyboard does. Single letters act only while nothing is being typed. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="md">
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, action]) => (
            <Table.Tr key={keys}>
              <Table.Td w={150}>
                {keys.split("  ").map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{action}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

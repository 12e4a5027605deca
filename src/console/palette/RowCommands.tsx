import { Command } from 'cmdk'
import { Icon } from '#src/kit/Icon.tsx'
import { pinyinInitials } from '#src/kit/pinyin-initials.ts'
import type { Row } from '#src/resources/declared.ts'
import type { Resource, RowAction } from '#src/resources/define-resource.ts'
import { resourcePaths, rowPath } from '#src/resources/resource-paths.ts'

interface Props {
  resource: Resource
  row: Row
  actions: readonly RowAction<Row>[]
  onGo: (to: string, label: string) => void
  /** Opens the action's own dialog or question: nothing is done from here. */
  onRun: (action: RowAction<Row>) => void
}

/** What can be done with one row now. */
export function RowCommands({ resource, row, actions, onGo, onRun }: Props) {
  const { show } = resourcePaths(resource)
  const title = resource.title(row)
  return (
    <Command.Group heading={`${resource.label}「${title}」`}>
      {show && (
        <Command.Item value="open" keywords={['打开', 'dk']} onSelect={() => onGo(rowPath(show, row.id), title)}>
          <Icon name="external" />
          打开详情
        </Command.Item>
      )}
      {actions
        .filter((action) => action.allowed?.(row) !== false)
        .map((action) => (
          <Command.Item
            key={action.name}
            value={action.name}
            keywords={[action.label, pinyinInitials(action.label)]}
            data-danger={action.danger ?? false}
            onSelect={() => onRun(action)}
          >
            {action.icon ?? <Icon name="edit" />}
            {action.label}
          </Command.Item>
        ))}
    </Command.Group>
  )
}

import { Button } from 'antd'
import type { Resource } from '#src/admin/resource.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import type { ListState } from '../resource.ts'
import { CreateButton } from './CreateButton.tsx'
import { isListFiltered } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

/** Nothing matches, or there is nothing yet; each with its next step. */
export function NoRows({ resource, state, change }: { resource: Resource; state: ListState; change: ChangeList }) {
  if (isListFiltered(state)) {
    return (
      <EmptyState
        title={addMixedSpacing(`没有符合条件的${resource.label}`)}
        hint="放宽或清除条件后再看看。"
        action={<Button onClick={() => change({ keyword: '', filters: {} })}>清除条件</Button>}
      />
    )
  }
  const {
    title = addMixedSpacing(`还没有${resource.label}`),
    hint,
    action = <CreateButton resource={resource} />,
  } = resource.empty ?? {}
  return <EmptyState title={title} hint={hint} action={action} />
}

import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { CallTrend } from '#src/features/llm/calls/CallTrend.tsx'
import { paths } from '#src/paths.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

/** A key with its use per day. */
export default function KeyShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {({ id }) => (
        <ShowPanels>
          <PagePanel title="每天的用量" flush extra={<Link to={paths.billApiOf({ key_id: id })}>全部调用</Link>}>
            <CallTrend filters={{ key_id: id }} />
          </PagePanel>
        </ShowPanels>
      )}
    </Show>
  )
}

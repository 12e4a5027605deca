import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { Notification } from '#contract/notifications.ts'
import { useBulkAction } from '#src/admin/actions/use-bulk-action.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { NotificationText } from './NotificationText.tsx'
import { useMarkRead } from './use-mark-read.ts'

function OpenedNotification({ resource, row }: { resource: Resource; row: Row }) {
  const notification = Notification.parse(row)
  const navigate = useNavigate()
  const ask = useBulkAction(resource, () => void navigate(resource.path, { replace: true }))
  const removal = resource.bulk?.find(({ danger }) => danger)
  useMarkRead(notification)
  return (
    <>
      <PageHeading
        title={notification.title}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={
          removal && (
            <Button danger icon={removal.icon} onClick={() => ask(removal, [row])}>
              {removal.label}
            </Button>
          )
        }
      />
      <PagePanel>
        <NotificationText notification={notification} />
      </PagePanel>
    </>
  )
}

/** One notification. Opening it marks it as read. */
export default function NotificationShow({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <OpenedNotification key={row.id} resource={resource} row={row} />}</RowView>
}

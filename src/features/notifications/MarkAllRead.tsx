import { Button } from 'antd'
import { notifications } from '#contract/notifications.ts'
import { useAction } from '#src/admin/use-action.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Marks everything as read, on all pages. */
export function MarkAllRead() {
  const count = useStore(unreadCount)
  const { run, pending } = useAction(notifications.read, { failed: '标记失败，请重试', onDone: () => unreadCount.refresh() })
  return (
    <Button
      icon={<Icon name="check" />}
      disabled={count === 0}
      loading={pending}
      onClick={() => void run({ body: { all: true } })}
    >
      全部已读
    </Button>
  )
}

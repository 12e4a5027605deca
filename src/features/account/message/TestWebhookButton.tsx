import { Button } from 'antd'
import { notification_preferences } from '#contract/notification-preferences.ts'
import { useAction } from '#src/admin/use-action.ts'
import { toast } from '#src/ui/toast.ts'

/** Sends a message now, and says what came of it. */
export function TestWebhook() {
  const { run, pending } = useAction(notification_preferences.test_webhook, {
    success: false,
    failed: '测试失败，请重试',
    onDone: ({ data: { delivered, status, error, took_ms } }) => {
      if (delivered) toast.success(`已送达，对方答复 HTTP ${status}，用时 ${took_ms} 毫秒`)
      else toast.error(`没有送达：${error}`)
    },
  })
  return (
    <Button loading={pending} onClick={() => void run()}>
      发送测试
    </Button>
  )
}

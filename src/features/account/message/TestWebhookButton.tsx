import { Button } from 'antd'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { useAction } from '#src/admin/use-action.ts'
import { toast } from '#src/ui/toast.ts'

/** Sends a message now, and says what came of it. */
export function TestWebhookButton() {
  const { run, pending } = useAction(notificationPreferences.test_webhook, {
    success: false,
    failed: '测试失败，请重试',
    onDone: ({ data: { delivered, status, error, took_ms: tookMs } }) => {
      if (delivered) toast.success(`已送达，对方答复 HTTP ${status}，用时 ${tookMs} 毫秒`)
      else toast.error(`没有送达：${error}`)
    },
  })
  return (
    <Button loading={pending} onClick={() => void run()}>
      发送测试
    </Button>
  )
}

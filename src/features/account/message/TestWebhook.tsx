import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { notification_preferences } from '#contract/notification-preferences.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { deliveries_key } from './message-queries.ts'

/** Sends a message now, and says what came of it. */
export function TestWebhook() {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      const { delivered, status, error, took_ms } = (await call(notification_preferences.test_webhook)).data
      if (delivered) toast.success(`已送达，对方答复 HTTP ${status}，用时 ${took_ms} 毫秒`)
      else toast.error(`没有送达：${error}`)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '测试失败，请重试')
    }
    setSending(false)
    void client.invalidateQueries({ queryKey: deliveries_key })
  }
  return (
    <Button loading={sending} onClick={() => void send()}>
      发送测试
    </Button>
  )
}

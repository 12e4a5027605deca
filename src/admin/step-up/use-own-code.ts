import { useState } from 'react'
import { stepUp } from '#contract/step-up.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

/** Sends a code to the account's own phone. */
export function useOwnCode() {
  const [sending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string>()

  const send = async (): Promise<number | undefined> => {
    setSending(true)
    try {
      const { data } = await callEndpoint(stepUp.send_captcha)
      setSentTo(data.phone)
      return data.resend_after
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '验证码发送失败，请重试')
      return isApiError(error) ? error.retry_after : undefined
    } finally {
      setSending(false)
    }
  }
  return { send, sending, sentTo }
}

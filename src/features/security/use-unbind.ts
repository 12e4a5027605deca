import { useState } from 'react'
import { wechat } from '#contract/wechat.ts'
import { useAsk } from '#src/admin/ask/ask-context.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { useDone } from './use-done.ts'

/** Takes the WeChat off the account, after asking. */
export function useUnbind() {
  const ask = useAsk()
  const done = useDone()
  const [unbinding, setUnbinding] = useState(false)

  const perform = async () => {
    setUnbinding(true)
    try {
      done((await call(wechat.unbind_wechat)).message)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '解绑失败，请重试')
    } finally {
      setUnbinding(false)
    }
  }
  const unbind = () =>
    void ask.confirm({
      title: '解绑微信',
      content: '解绑后不能再用这个微信扫码登录，仍可用手机号登录；数据和余额不受影响。',
      okText: '解绑微信',
      onOk: () => void perform(),
    })
  return { unbind, unbinding }
}

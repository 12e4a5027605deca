import { wechat } from '#contract/wechat.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { reloadUser } from './reload-user.ts'

/** Takes the WeChat off the account, after asking. */
export function useUnbindWechat() {
  const ask = useConfirmDialogs()
  const { run, pending } = useAction(wechat.unbind_wechat, { failed: '解绑失败，请重试', onDone: reloadUser })
  const unbind = () =>
    void ask.confirm({
      title: '解绑微信',
      content: '解绑后不能再用这个微信扫码登录，仍可用手机号登录；数据和余额不受影响。',
      okText: '解绑微信',
      onOk: () => void run(),
    })
  return { unbind, unbinding: pending }
}

import { Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { wechat } from '#contract/wechat.ts'
import { useAction } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { pause, toLoginRefusal } from '#src/auth/login.effects.ts'
import { computePolledQr, type LoginQr } from '#src/auth/login.state.ts'
import { ScanCode } from '#src/auth/ScanCode.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { reloadUser } from './reload-user.ts'

/** Shows a QR code and polls its scan state until the phone confirms; returns the scene then. */
async function pollScan(signal: AbortSignal, show: (qr: LoginQr) => void): Promise<string | undefined> {
  const { data: code } = await callEndpoint(wechat.qrcode, {}, { signal })
  let qr: LoginQr = { is: 'shown', code, scanned: false }
  show(qr)
  while (qr.is === 'shown') {
    await pause(limits.wechatPollMs, signal)
    try {
      await callEndpoint(wechat.check_scan_status, { query: { scene_str: code.scene_str } }, { signal, quiet: true })
      return code.scene_str
    } catch (error) {
      if (signal.aborted) return undefined
      qr = computePolledQr(qr, toLoginRefusal(error))
      show(qr)
    }
  }
  return undefined
}

/** Manages the QR code of the bind dialog. `onConfirmed` receives the scene once the phone has confirmed. */
function useBindScan(onConfirmed: (sceneStr: string) => void): { qr: LoginQr; refresh: () => void } {
  const [qr, setQr] = useState<LoginQr>({ is: 'fetching' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new code
  useEffect(() => {
    const closed = new AbortController()
    const show = (next: LoginQr) => {
      if (!closed.signal.aborted) setQr(next)
    }
    show({ is: 'fetching' })
    pollScan(closed.signal, show).then(
      (sceneStr) => sceneStr && !closed.signal.aborted && onConfirmed(sceneStr),
      (error: unknown) => show({ is: 'ended', text: isApiError(error) ? error.message : '二维码加载失败，请重试' }),
    )
    return () => closed.abort()
  }, [round, onConfirmed])

  return { qr, refresh: useCallback(() => setRound((n) => n + 1), []) }
}

/** Binds the WeChat that scans the code and confirms on the phone. */
export default function WechatDialog({ onClose }: { onClose: () => void }) {
  const { run, pending } = useAction(wechat.bind_wechat, {
    failed: '绑定失败，请重试',
    onDone: () => {
      reloadUser()
      onClose()
    },
    onRefused: () => refresh(),
  })
  const bind = useStableCallback((sceneStr: string) => void run({ body: { scene_str: sceneStr } }))
  const { qr, refresh } = useBindScan(bind)

  return (
    <Modal open width={400} title="绑定微信" footer={null} onCancel={onClose} maskClosable={false}>
      <ScanCode qr={qr} purpose="绑定" word={pending ? '正在绑定' : undefined} onPhone={false} onRefresh={refresh} />
    </Modal>
  )
}

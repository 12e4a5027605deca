import { useCallback, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { wechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { pause, refusalOf } from '#src/auth/login.effects.ts'
import { afterPoll, type Qr } from '#src/auth/login.state.ts'

/** Shows a code and asks how far the phone is with it, until the phone has confirmed: answers the scene then. */
async function follow(signal: AbortSignal, show: (qr: Qr) => void): Promise<string | undefined> {
  const { data: code } = await call(wechat.qrcode, {}, { signal })
  let qr: Qr = { is: 'shown', code, scanned: false }
  show(qr)
  while (qr.is === 'shown') {
    await pause(limits.wechat_poll_ms, signal)
    try {
      await call(wechat.check_scan_status, { query: { scene_str: code.scene_str } }, { signal, quiet: true })
      return code.scene_str
    } catch (error) {
      if (signal.aborted) return undefined
      qr = afterPoll(qr, refusalOf(error))
      show(qr)
    }
  }
  return undefined
}

/** The code of a dialog that binds a WeChat. `onConfirmed` gets the scene once the phone has agreed. */
export function useBindScan(onConfirmed: (scene_str: string) => void): { qr: Qr; refresh: () => void } {
  const [qr, setQr] = useState<Qr>({ is: 'fetching' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new code
  useEffect(() => {
    const closed = new AbortController()
    const show = (next: Qr) => {
      if (!closed.signal.aborted) setQr(next)
    }
    show({ is: 'fetching' })
    follow(closed.signal, show).then(
      (scene_str) => scene_str && !closed.signal.aborted && onConfirmed(scene_str),
      (error: unknown) => show({ is: 'ended', text: isApiError(error) ? error.message : '二维码加载失败，请重试' }),
    )
    return () => closed.abort()
  }, [round, onConfirmed])

  return { qr, refresh: useCallback(() => setRound((n) => n + 1), []) }
}

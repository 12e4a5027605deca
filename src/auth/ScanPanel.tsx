import type { LoginState } from './login.state.ts'
import { ScanView } from './ScanCode.tsx'
import type { SendLogin } from './use-login.ts'

interface Props {
  state: LoginState
  send: SendLogin
  /** The code is on the phone that is to scan it. */
  on_phone: boolean
}

/** Signing in by scanning (spec §4). */
export function ScanPanel({ state: { qr, phase }, send, on_phone }: Props) {
  const word = phase === 'entering' ? '正在登录' : undefined
  return <ScanView qr={qr} purpose="登录" word={word} on_phone={on_phone} onRefresh={() => send({ is: 'qr_asked' })} />
}

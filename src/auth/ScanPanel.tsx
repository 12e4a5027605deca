import type { LoginState } from './login.state.ts'
import { ScanCode } from './ScanCode.tsx'
import type { SendLogin } from './use-login.ts'

interface Props {
  state: LoginState
  send: SendLogin
  /** The code is on the phone that is to scan it. */
  onPhone: boolean
}

/** Signing in by scanning (spec §4). */
export function ScanPanel({ state: { qr, phase }, send, onPhone }: Props) {
  const word = phase === 'entering' ? '正在登录' : undefined
  return <ScanCode qr={qr} purpose="登录" word={word} onPhone={onPhone} onRefresh={() => send({ is: 'qr_asked' })} />
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { useCountdown } from '#src/ui/use-countdown.ts'
import { type LoginPort, runLoginEffect, toLoginRefusal } from './login.effects.ts'
import { reduceLogin } from './login.machine.ts'
import { createLoginState, type LoginEvent, type LoginField, type LoginMode, type LoginState } from './login.state.ts'

interface Options {
  mode: LoginMode
  onlyRegister: boolean
  invite_code: string | null
  focus: (field: LoginField) => void
  onEntered: (message: string) => void
}

export type SendLogin = (event: LoginEvent) => void

/** Runs the login machine: holds its state and executes its effects. Ignores results that arrive after unmounting. */
export function useLogin({ mode, onlyRegister, invite_code: inviteCode, focus, onEntered }: Options) {
  const [state, setState] = useState<LoginState>(() => createLoginState({ mode, onlyRegister, invite_code: inviteCode }))
  const countdown = useCountdown(state.mode === 'second_step' ? 'login' : state.mode)
  const latest = useRef(state)
  const port = useRef<Omit<LoginPort, 'signal' | 'challenged'>>({ focus, start_countdown: countdown.start, entered: onEntered })
  const closed = useRef<AbortController>(null)

  useEffect(() => {
    port.current = { focus, start_countdown: countdown.start, entered: onEntered }
  })
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  const send = useCallback<SendLogin>((event) => {
    const next = reduceLogin(latest.current, event)
    latest.current = next.state
    setState(next.state)
    const signal = closed.current?.signal
    if (!signal) return
    for (const effect of next.effects) {
      const challenged = () => {
        if (!signal.aborted) send({ is: 'challenged' })
      }
      runLoginEffect(effect, { ...port.current, challenged, signal })
        .catch((error: unknown): LoginEvent => ({ is: 'refused', refusal: toLoginRefusal(error) }))
        .then((answer) => {
          if (answer && !signal.aborted) send(answer)
        })
    }
  }, [])

  useEffect(() => send({ is: 'mode_chosen', mode }), [mode, send])

  return { state, send, wait: countdown.left }
}

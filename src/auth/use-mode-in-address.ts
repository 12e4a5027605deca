import { useEffect, useRef } from 'react'
import type { LoginMode, LoginState } from './login.state.ts'

/** The modes an address can name; reset and binding have none (requirements §2). */
type AddressMode = 'login' | 'register'

/**
 * Keeps the address in step with the tab, so that a reload comes back to it: `named` is what it names now, `show` changes it.
 * While a call is under way the address is left alone: the way to the page after login may have begun.
 */
export function useModeInAddress({ mode, phase }: LoginState, named: LoginMode | null, show: (mode: AddressMode) => void): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (phase !== 'editing' || named === null || named === mode || !(mode === 'login' || mode === 'register')) return
    latest.current(mode)
  }, [mode, phase, named])
}

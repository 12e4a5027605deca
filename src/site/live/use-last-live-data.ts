import { useState } from 'react'
import type { LiveState } from './live-store.ts'

/**
 * While another query loads, or after it failed, the previous answer stays (`kept`) with its time, so that
 * the page does not jump and nothing disappears.
 */
export function useLastLiveData<T>(state: LiveState<T>): LiveState<T> & { kept: boolean } {
  const [last, setLast] = useState({ data: state.data, at: state.at })
  if (state.data !== undefined && state.data !== last.data) setLast({ data: state.data, at: state.at })
  if (state.data !== undefined || last.data === undefined) return { ...state, kept: false }
  return { ...state, ...last, kept: true }
}

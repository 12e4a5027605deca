import { createContext, useContext } from 'react'

/** Runs `work`; refused for want of a fresh proof, asks for it and runs `work` again. Rejects with that refusal when none is given. */
export type StepUp = <T>(work: () => Promise<T>) => Promise<T>

export const StepUpContext = createContext<StepUp | null>(null)

/** For calls that ask who is at the keyboard (quality S15). `work` may run twice. */
export function useStepUp(): StepUp {
  const step_up = useContext(StepUpContext)
  if (!step_up) throw new Error('useStepUp needs a StepUpProvider above it')
  return step_up
}

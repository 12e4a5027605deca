import type { IconName } from './Icon.tsx'
import type { Tone } from './status-styles.ts'
import { ToneTag } from './ToneTag.tsx'

export type StateStyles<State extends string> = Readonly<Record<State, { tone: Tone; icon: IconName }>>

/** A state as icon, word and colour, from its table of looks. */
export function StateTag<State extends string>({
  state,
  looks,
  words,
}: {
  state: State
  looks: StateStyles<State>
  words: Readonly<Record<State, string>>
}) {
  return (
    <ToneTag tone={looks[state].tone} icon={looks[state].icon}>
      {words[state]}
    </ToneTag>
  )
}

import type { IconName } from './Icon.tsx'
import type { Tone } from './status-styles.ts'
import { ToneTag } from './ToneTag.tsx'

export type StateStyles<State extends string> = Readonly<Record<State, { tone: Tone; icon: IconName }>>

/** Shows a state with icon, text and colour from its style table. */
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

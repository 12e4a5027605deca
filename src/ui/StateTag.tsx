import type { IconName } from './Icon.tsx'
import type { Tone } from './status-styles.ts'
import { Tag } from './ToneTag.tsx'

export type Looks<State extends string> = Readonly<Record<State, { tone: Tone; icon: IconName }>>

/** A state as icon, word and colour, from its table of looks. */
export function TagOf<State extends string>({
  state,
  looks,
  words,
}: {
  state: State
  looks: Looks<State>
  words: Readonly<Record<State, string>>
}) {
  return (
    <Tag tone={looks[state].tone} icon={looks[state].icon}>
      {words[state]}
    </Tag>
  )
}

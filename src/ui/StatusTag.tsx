import { lookOfStatus } from './status-styles.ts'
import { Tag } from './ToneTag.tsx'

/** The state of an instance: icon, word and colour from the one table. */
export function StatusTag({ status }: { status: number }) {
  const { word, icon, tone, moving } = lookOfStatus(status)
  return (
    <Tag tone={tone} icon={icon} moving={moving}>
      {word}
    </Tag>
  )
}

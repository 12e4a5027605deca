import { getStatusStyle } from './status-styles.ts'
import { ToneTag } from './ToneTag.tsx'

/** The state of an instance: icon, word and colour from the one table. */
export function StatusTag({ status }: { status: number }) {
  const { word, icon, tone, moving } = getStatusStyle(status)
  return (
    <ToneTag tone={tone} icon={icon} moving={moving}>
      {word}
    </ToneTag>
  )
}

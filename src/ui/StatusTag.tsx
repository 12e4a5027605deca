import { getStatusStyle } from './status-styles.ts'
import { ToneTag } from './ToneTag.tsx'

/** Shows the status of an instance with icon, text and colour from `instanceStatusStyles`. */
export function StatusTag({ status }: { status: number }) {
  const { word, icon, tone, moving } = getStatusStyle(status)
  return (
    <ToneTag tone={tone} icon={icon} moving={moving}>
      {word}
    </ToneTag>
  )
}

import controls from './controls.module.css'
import { Icon } from './Icon.tsx'

/** Cross in the corner of a dialog. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={`${controls.button} ${controls.quiet} ${controls.icon}`} aria-label="关闭" onClick={onClose}>
      <Icon name="close" />
    </button>
  )
}

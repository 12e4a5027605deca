import { CloseButton } from './CloseButton.tsx'
import shared from './dialog.module.css'

interface Props {
  /** Of the heading, which labels the dialog. */
  id: string
  title: string
  className?: string | undefined
  onClose: () => void
}

/** Title and close button at the top of a dialog. */
export function DialogHead({ id, title, className, onClose }: Props) {
  return (
    <div className={`${shared.head} ${className}`}>
      <h2 id={id} className={shared.title}>
        {title}
      </h2>
      <CloseButton onClose={onClose} />
    </div>
  )
}

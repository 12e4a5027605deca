import { type ReactNode, Suspense, useId } from 'react'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useHoverCard } from '#src/ui/use-hover-card.ts'
import styles from './SupportButton.module.css'

const SupportCard = lazyPart(() => import('./SupportCard.tsx'))

interface Props {
  label: string
  /** Side on which the card opens. */
  side?: 'below' | 'above' | 'left'
  className?: string | undefined
  children?: ReactNode
}

/** Button that opens the support card on hover, click or key press. */
export function SupportButton({ label, side = 'below', className, children }: Props) {
  const { open, button, root, toggle } = useHoverCard()
  const card = useId()
  return (
    <div className={styles.support} {...root}>
      <button
        ref={button}
        type="button"
        className={className ?? `${controls.button} ${controls.quiet} ${controls.small}`}
        aria-expanded={open}
        aria-controls={card}
        onClick={toggle}
      >
        {children ?? (
          <>
            <Icon name="chat" />
            {label}
          </>
        )}
      </button>
      <div id={card} className={styles.card} data-side={side} hidden={!open}>
        <Suspense>{open && <SupportCard />}</Suspense>
      </div>
    </div>
  )
}

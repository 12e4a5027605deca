import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const openMs = 80
const closeMs = 180

/** Card below its button: opens on hover, click or key press; closes on leaving, Esc or blur. */
export function useHoverCard() {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  /** A click on a card opened by hover keeps it open. */
  const hovered = useRef(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (next: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), ms)
  }
  const now = (next: boolean) => {
    clearTimeout(timer.current)
    hovered.current = false
    setOpen(next)
  }

  return {
    open,
    close: () => now(false),
    button,
    root: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        hovered.current = !open
        later(true, openMs)
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') later(false, closeMs)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return
        now(false)
        button.current?.focus()
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) now(false)
      },
    },
    toggle: () => now(hovered.current || !open),
  }
}

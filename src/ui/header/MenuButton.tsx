import { Suspense, useState } from 'react'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const MenuSheet = lazyDialog(() => import('./MenuSheet.tsx'))

/** What the header hides on a phone. */
export function MenuButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${controls.quiet} ${controls.icon}`}
        aria-label="菜单"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      <Suspense>{open && <MenuSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

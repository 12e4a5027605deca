import { Suspense, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyDialog } from '#src/kit/lazy-part.tsx'
import controls from './controls.module.css'

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

import { Suspense, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyPage } from '#src/kit/lazy-page.ts'
import controls from './controls.module.css'

const MenuSheet = lazyPage(() => import('./MenuSheet.tsx'))

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

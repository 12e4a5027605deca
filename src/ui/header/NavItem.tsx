import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import type { NavLinkEntry } from './nav-entries.ts'

interface Props {
  entry: NavLinkEntry
  className: string | undefined
  onLeave?: (() => void) | undefined
  children?: ReactNode
}

/** Navigation link, marked if it leads to the current page. */
export function NavItem({ entry: { label, to, plain, holds = [] }, className, onLeave, children = label }: Props) {
  const { pathname } = useLocation()
  const here = [to, ...holds].some((place) => `${pathname}/`.startsWith(`${place}/`))
  if (!plain) {
    return (
      <Link className={className} to={to} onClick={onLeave} aria-current={here ? 'page' : undefined}>
        {children}
      </Link>
    )
  }
  return (
    <a className={className} href={to} onClick={onLeave} {...(plain === 'new_tab' && { target: '_blank', rel: 'noopener' })}>
      {children}
      {plain === 'new_tab' && <Icon name="external" label="在新窗口打开" />}
    </a>
  )
}

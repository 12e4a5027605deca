import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isApiError } from '#src/api/api-error.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'
import { StarIcon } from './StarIcon.tsx'

interface Props {
  kind: 'image' | 'data_set'
  id: string
  starred: boolean
  stars: number
  onChange: (now: { starred: boolean; stars: number }) => void
}

const classes = `${controls.button} ${controls.plain}`

/** Keeps an entry, or lets go of it; a visitor is led to sign in and back here. */
export function StarButton({ kind, id, starred, stars, onChange }: Props) {
  const signedIn = useStore(session) !== null
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  const words = `${stars} 人收藏`

  if (!signedIn) {
    return (
      <Link className={classes} to={getLoginPath(pathname + search)} aria-label={`登录后收藏，${words}`}>
        <StarIcon filled={false} /> 收藏 · {stars}
      </Link>
    )
  }
  const toggle = async () => {
    setBusy(true)
    try {
      const { updateStar: setStar } = await import('./requests.ts')
      onChange(await setStar(kind, id, !starred))
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={classes} aria-pressed={starred} disabled={busy} onClick={() => void toggle()}>
      <StarIcon filled={starred} /> {starred ? '已收藏' : '收藏'} · {stars}
    </button>
  )
}

import { useState } from 'react'
import { avatarOf } from '#contract/avatar-path.ts'
import type { UserInfo } from '#contract/users.ts'
import { apiUrl } from '#src/api/api-host.ts'
import styles from './Avatar.module.css'
import { nameOf } from './display-name.ts'

/** The person's picture; without one the first character of the name, and an empty disc while the user is being loaded. */
export function Avatar({ user, large = false }: { user: UserInfo | null; large?: boolean }) {
  const [broken, setBroken] = useState<string>()
  const [initial = ''] = user ? nameOf(user) : ''
  const id = user?.avatar_id
  return (
    <span className={styles.avatar} data-large={large} aria-hidden="true">
      {id && id !== broken ? <img src={apiUrl(avatarOf(id))} alt="" onError={() => setBroken(id)} /> : initial.toUpperCase()}
    </span>
  )
}

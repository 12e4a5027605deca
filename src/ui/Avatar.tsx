import { useState } from 'react'
import { buildAvatarPath } from '#contract/avatar-path.ts'
import type { UserInfo } from '#contract/users.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import styles from './Avatar.module.css'
import { getDisplayName } from './display-name.ts'

/** The user's picture, or else the first character of the name; an empty disc while the user is loading. */
export function Avatar({ user, large = false }: { user: UserInfo | null; large?: boolean }) {
  const [broken, setBroken] = useState<string>()
  const [initial = ''] = user ? getDisplayName(user) : ''
  const id = user?.avatar_id
  return (
    <span className={styles.avatar} data-large={large} aria-hidden="true">
      {id && id !== broken ? (
        <img src={toApiUrl(buildAvatarPath(id))} alt="" onError={() => setBroken(id)} />
      ) : (
        initial.toUpperCase()
      )}
    </span>
  )
}

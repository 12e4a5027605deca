import { useState } from 'react'
import { buildAvatarPath } from '#contract/avatar-path.ts'
import type { UserInfo } from '#contract/users.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import styles from './Avatar.module.css'
import { getDisplayName } from './display-name.ts'

/** The person's picture; without one the first character of the name, and an empty disc while the user is being loaded. */
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

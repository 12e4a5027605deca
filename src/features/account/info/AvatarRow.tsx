import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { type UserInfo, users } from '#contract/users.ts'
import { SettingRow } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './AccountInfoPage.module.css'

const AvatarDialog = lazyDialog(() => import('./AvatarDialog.tsx'))

/** The picture, another one, and the way back to the drawn one. */
export function AvatarRow({ user }: { user: UserInfo }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const { run, pending } = useAction(users.remove_avatar, { onDone: currentUser.load })

  return (
    <SettingRow
      title={
        <span className={styles.avatar}>
          <Avatar user={user} large />
          头像
        </span>
      }
      action={
        <>
          {user.avatar_id && (
            <Button loading={pending} onClick={() => void run()}>
              恢复默认
            </Button>
          )}
          <Button onClick={() => input.current?.click()}>更换头像</Button>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label="选择头像图片"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null)
              target.value = ''
            }}
          />
        </>
      }
    >
      JPG、PNG 或 WebP，选好后可以裁剪
      <Suspense fallback={null}>{file && <AvatarDialog file={file} onClose={() => setFile(null)} />}</Suspense>
    </SettingRow>
  )
}

import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './creator.module.css'

const MyCreator = lazyPart(() => import('./MyCreatorStanding.tsx'))

/** The user's creator status; a visitor is sent to sign in and comes back. */
export function CreatorArea() {
  const signedIn = useStore(session) !== null
  if (signedIn) {
    return (
      <Suspense fallback={<Skeleton height={96} />}>
        <MyCreator />
      </Suspense>
    )
  }
  return (
    <div className={styles.standing}>
      <div>
        <strong>成为创作者</strong>
        <p>完成实名认证后提交申请，审核通过即可为发布的镜像定价。免费发布不需要申请。</p>
      </div>
      <Link className={`${controls.button} ${controls.primary}`} to={getLoginPath(paths.creativeIncome)}>
        登录后申请
      </Link>
    </div>
  )
}

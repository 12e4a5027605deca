import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { setup } from '#contract/setup.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import styles from '#src/auth/confirm/WechatConfirmPage.module.css'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { useBrand } from '#src/ui/use-brand.ts'
import { SetupForm } from './SetupForm.tsx'

type Check = { is: 'checking' | 'valid' } | { is: 'gone' | 'failed'; message: string }

const button = `${controls.button} ${controls.primary} ${controls.large}`

/** Page behind the one-time link of a new installation: makes the first administrator and leads to the opening checklist. */
export default function SetupPage() {
  const token = useLocation().hash.slice(1)
  const brand = useBrand()
  const [check, setCheck] = useState<Check>({ is: 'checking' })
  const [tries, setTries] = useState(0)
  useTitle('建立管理员')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    let left = false
    const show = (next: Check) => {
      if (!left) setCheck(next)
    }
    if (!token) return show({ is: 'gone', message: '请完整复制平台启动时打印的链接，包括 # 后面的部分' })
    show({ is: 'checking' })
    callEndpoint(setup.check, { body: { token } }, { quiet: true }).then(
      () => show({ is: 'valid' }),
      (error: unknown) => {
        const message = isApiError(error) ? error.message : '没有连上平台，请稍后再试'
        show({ is: isApiError(error) && error.code === resultCodes.setup_link_gone.code ? 'gone' : 'failed', message })
      },
    )
    return () => {
      left = true
    }
  }, [token, tries])

  return (
    <main id="main" className={styles.page} aria-busy={check.is === 'checking'}>
      <header className={styles.head}>
        <BrandMark size={40} />
        <h1>建立管理员</h1>
        {check.is === 'valid' && <p>{brand}的第一名管理员</p>}
      </header>
      {check.is === 'gone' && (
        <EmptyState
          title="链接不能使用"
          hint={check.message}
          action={
            <Link to={paths.home({ type: 'login', url: paths.operatorOpening })} className={button}>
              去登录
            </Link>
          }
        />
      )}
      {check.is === 'failed' && (
        <EmptyState
          title="暂时无法检查链接"
          hint={check.message}
          action={
            <button type="button" className={button} onClick={() => setTries(tries + 1)}>
              重试
            </button>
          }
        />
      )}
      {check.is === 'valid' && <SetupForm token={token} onGone={(message) => setCheck({ is: 'gone', message })} />}
    </main>
  )
}

import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { AccountSecurity } from '#contract/account-security.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { paths } from '#src/paths.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useOffers } from '#src/ui/server-info.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { useUnbind } from './use-unbind-wechat.ts'

const PasswordDialog = lazyDialog(() => import('./PasswordDialog.tsx'))
const PhoneDialog = lazyDialog(() => import('./PhoneDialog.tsx'))
const WechatDialog = lazyDialog(() => import('./WechatDialog.tsx'))

type Open = 'password' | 'phone' | 'wechat'

const Kept = ({ children }: { children: string }) => (
  <Tag tone="success" icon="check">
    {children}
  </Tag>
)
const Missing = ({ children }: { children: string }) => (
  <Tag tone="warning" icon="warning">
    {children}
  </Tag>
)

/** Password, phone and WeChat: what signs in to this account, and changing it. */
export function SignInWays({ security }: { security: AccountSecurity }) {
  const { phone, password_set_at, wechat_bound_at, real_name } = security
  const [open, setOpen] = useState<Open | null>(null)
  const { unbind, unbinding } = useUnbind()
  const offers = useOffers()
  const close = () => setOpen(null)

  return (
    <Panel title="登录方式">
      <SettingRows>
        <SettingRow
          title="登录密码"
          state={password_set_at ? <Kept>已设置</Kept> : <Missing>未设置</Missing>}
          action={<Button onClick={() => setOpen('password')}>{password_set_at ? '修改密码' : '设置密码'}</Button>}
        >
          {password_set_at ? (
            <>
              上次设置于 <TimeText at={password_set_at} />
            </>
          ) : (
            `现在只能用短信${offers.wechat ? '或微信' : ''}登录`
          )}
        </SettingRow>
        <SettingRow
          title="手机号"
          state={<Kept>已验证</Kept>}
          action={<Button onClick={() => setOpen('phone')}>更换手机号</Button>}
        >
          {phone}，用于登录、接收验证码和找回密码
        </SettingRow>
        {(offers.wechat || wechat_bound_at) && (
          <SettingRow
            title="微信"
            state={wechat_bound_at ? <Kept>已绑定</Kept> : <Missing>未绑定</Missing>}
            action={
              wechat_bound_at ? (
                <Button loading={unbinding} onClick={unbind}>
                  解绑微信
                </Button>
              ) : (
                <Button onClick={() => setOpen('wechat')}>绑定微信</Button>
              )
            }
          >
            {wechat_bound_at ? (
              <>
                绑定于 <TimeText at={wechat_bound_at} />
                {offers.wechat ? '，扫码即可登录' : '，平台目前没有开通微信登录'}
              </>
            ) : (
              '绑定后扫码即可登录，不用记密码'
            )}
          </SettingRow>
        )}
        <SettingRow
          title="实名认证"
          state={real_name ? <Kept>已实名</Kept> : <Missing>未实名</Missing>}
          action={
            <Link to={paths.certification_details}>
              <Button>{real_name ? '查看认证' : '去认证'}</Button>
            </Link>
          }
        >
          租用算力前须完成；忘记密码又换了手机号时，凭身份找回账号
        </SettingRow>
      </SettingRows>
      <Suspense fallback={null}>
        {open === 'password' && <PasswordDialog first={!password_set_at} onClose={close} />}
        {open === 'phone' && <PhoneDialog phone={phone} onClose={close} />}
        {open === 'wechat' && <WechatDialog onClose={close} />}
      </Suspense>
    </Panel>
  )
}

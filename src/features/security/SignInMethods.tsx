import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { AccountSecurity } from '#contract/account-security.ts'
import { wechat } from '#contract/wechat.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { LinkButton } from '#src/admin/layout/LinkButton.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { reloadUser } from './reload-user.ts'

/** Unbinds WeChat after a confirmation. */
function useUnbindWechat() {
  const ask = useConfirmDialogs()
  const { run, pending } = useAction(wechat.unbind_wechat, { failed: '解绑失败，请重试', onDone: reloadUser })
  const unbind = () =>
    void ask.confirm({
      title: '解绑微信',
      content: '解绑后不能再用这个微信扫码登录，仍可用手机号登录；数据和余额不受影响。',
      okText: '解绑微信',
      onOk: () => void run(),
    })
  return { unbind, unbinding: pending }
}

const PasswordDialog = lazyDialog(() => import('./PasswordDialog.tsx'))
const PhoneDialog = lazyDialog(() => import('./PhoneDialog.tsx'))
const WechatDialog = lazyDialog(() => import('./WechatDialog.tsx'))

type Open = 'password' | 'phone' | 'wechat'

const SetTag = ({ children }: { children: string }) => (
  <ToneTag tone="success" icon="check">
    {children}
  </ToneTag>
)
const MissingTag = ({ children }: { children: string }) => (
  <ToneTag tone="warning" icon="warning">
    {children}
  </ToneTag>
)

/** The one way in of an account that an organisation vouches for. */
function OrganisationMethod({ name }: { name: string }) {
  return (
    <PagePanel title="登录方式">
      <SettingRows>
        <SettingRow title={name} state={<SetTag>已绑定</SetTag>}>
          这个账号由{name}管理，只能用{name}的账号登录；离开后账号随之停用，不需要手机号和密码
        </SettingRow>
      </SettingRows>
    </PagePanel>
  )
}

/** Sign-in methods (password, phone, WeChat), with their edit actions. */
export function SignInMethods({ security }: { security: AccountSecurity }) {
  const { phone, password_set_at: passwordSetAt, wechat_bound_at: wechatBoundAt, real_name: realName } = security
  const [open, setOpen] = useState<Open | null>(null)
  const { unbind, unbinding } = useUnbindWechat()
  const offers = useServerOffers()
  const organisation = useStore(currentUser)?.directory
  const close = () => setOpen(null)

  if (organisation) return <OrganisationMethod name={organisation.name} />
  return (
    <PagePanel title="登录方式">
      <SettingRows>
        <SettingRow
          title="登录密码"
          state={passwordSetAt ? <SetTag>已设置</SetTag> : <MissingTag>未设置</MissingTag>}
          action={<Button onClick={() => setOpen('password')}>{passwordSetAt ? '修改密码' : '设置密码'}</Button>}
        >
          {passwordSetAt ? (
            <>
              上次设置于 <TimeText at={passwordSetAt} />
            </>
          ) : (
            `现在只能用短信${offers.wechat ? '或微信' : ''}登录`
          )}
        </SettingRow>
        <SettingRow
          title="手机号"
          state={<SetTag>已验证</SetTag>}
          action={<Button onClick={() => setOpen('phone')}>更换手机号</Button>}
        >
          {phone}，用于登录、接收验证码和找回密码
        </SettingRow>
        {(offers.wechat || wechatBoundAt) && (
          <SettingRow
            title="微信"
            state={wechatBoundAt ? <SetTag>已绑定</SetTag> : <MissingTag>未绑定</MissingTag>}
            action={
              wechatBoundAt ? (
                <Button loading={unbinding} onClick={unbind}>
                  解绑微信
                </Button>
              ) : (
                <Button onClick={() => setOpen('wechat')}>绑定微信</Button>
              )
            }
          >
            {wechatBoundAt ? (
              <>
                绑定于 <TimeText at={wechatBoundAt} />
                {offers.wechat ? '，扫码即可登录' : '，平台目前没有开通微信登录'}
              </>
            ) : (
              '绑定后扫码即可登录，不用记密码'
            )}
          </SettingRow>
        )}
        <SettingRow
          title="实名认证"
          state={realName ? <SetTag>已实名</SetTag> : <MissingTag>未实名</MissingTag>}
          action={<LinkButton to={paths.certificationDetails}>{realName ? '查看认证' : '去认证'}</LinkButton>}
        >
          租用算力前须完成；忘记密码又换了手机号时，凭身份找回账号
        </SettingRow>
      </SettingRows>
      <Suspense fallback={null}>
        {open === 'password' && <PasswordDialog first={!passwordSetAt} onClose={close} />}
        {open === 'phone' && <PhoneDialog phone={phone} onClose={close} />}
        {open === 'wechat' && <WechatDialog onClose={close} />}
      </Suspense>
    </PagePanel>
  )
}

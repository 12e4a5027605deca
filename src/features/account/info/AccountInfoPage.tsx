import { Button, Form, Input } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { type UserInfo, users } from '#contract/users.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { LinkButton } from '#src/admin/layout/LinkButton.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './AccountInfoPage.module.css'

interface FormValues {
  nickname: string
}
const { nickname: rule } = users.update.body.shape

/** The nickname, edited inline. */
function NicknameRow({ user }: { user: UserInfo }) {
  const [form] = Form.useForm<FormValues>()
  const [editing, setEditing] = useState(false)
  const { send } = useAction(users.update, {
    onDone: async () => {
      await currentUser.load()
      setEditing(false)
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, (body: FormValues) => send({ params: { id: user.id }, body }))

  if (!editing) {
    return (
      <SettingRow title="昵称" action={<Button onClick={() => setEditing(true)}>修改昵称</Button>}>
        {user.nickname}
      </SettingRow>
    )
  }
  return (
    <SettingRow title="昵称">
      <Form form={form} initialValues={{ nickname: user.nickname }} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['nickname']} />}
        <div className={styles.nickname}>
          <Form.Item name="nickname" rules={[createZodRule(rule)]} validateTrigger={validateOnBlur}>
            <Input aria-label="昵称" autoFocus maxLength={20} showCount />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            保存
          </Button>
          <Button onClick={() => setEditing(false)}>取消</Button>
        </div>
      </Form>
    </SettingRow>
  )
}

const AvatarDialog = lazyDialog(() => import('./AvatarDialog.tsx'))

/** The avatar, with actions to replace it or to go back to the generated one. */
function AvatarRow({ user }: { user: UserInfo }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const { run, pending } = useAction(users.remove_avatar, { onDone: currentUser.load })

  return (
    <SettingRow
      lead={<Avatar user={user} large />}
      title="头像"
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

function Info({ user }: { user: UserInfo }) {
  const verified = user.real_name.passed === 'T'
  return (
    <PagePanel>
      <SettingRows>
        <AvatarRow user={user} />
        <NicknameRow user={user} />
        <SettingRow title="UUID">
          <CopyText text={user.uuid} label="复制 UUID" mono />
        </SettingRow>
        <SettingRow title="手机号" action={<LinkButton to={paths.accountSecurity}>更换手机号</LinkButton>}>
          <span className={styles.figures}>{user.phone}</span>
        </SettingRow>
        <SettingRow
          title="实名认证"
          state={
            <ToneTag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </ToneTag>
          }
          action={<LinkButton to={paths.certificationDetails}>{verified ? '查看认证' : '去认证'}</LinkButton>}
        >
          {verified ? user.real_name.name : '租用算力前须完成'}
        </SettingRow>
        <SettingRow title="账号类型">{user.account_type === 'main' ? '主账号' : '子账号'}</SettingRow>
        <SettingRow title="注册时间">
          <TimeText at={user.created_at} />
        </SettingRow>
      </SettingRows>
    </PagePanel>
  )
}

/** The public profile: avatar, nickname and account number (product §6). */
export default function AccountInfoPage() {
  const user = useStore(currentUser)
  return (
    <div className={frame.page}>
      <PageHeading title="基本信息" meaning="头像和昵称会显示在顶栏，以及你发布到社区的内容旁。" />
      {user ? (
        <Info user={user} />
      ) : (
        <PagePanel>
          <SkeletonRows />
        </PagePanel>
      )}
    </div>
  )
}

import { Button, Form, Input, Modal } from 'antd'
import { limits } from '#contract/limits.ts'
import { type ImageShare, privateImages } from '#contract/private-images.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './ShareImageDialog.module.css'

const uuidSchema = privateImages.share.body.shape.uuid

/** Shares the image with another account, identified by the uuid its owner copies. */
function ShareImageForm({ id }: { id: string }) {
  const [form] = Form.useForm<{ uuid: string }>()
  const { send } = useAction(privateImages.share, {
    success: ({ data }) => `${privateImages.share.message}给 ${data.nickname}`,
    onDone: () => form.resetFields(),
  })
  const { submit, sending, failure } = useFormSubmit(form, ({ uuid }: { uuid: string }) =>
    send({ params: { id }, body: { uuid: uuid.trim() } }),
  )
  return (
    <Form form={form} name="image-share" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
      {failure && <FormFailure error={failure} fields={['uuid']} />}
      <Form.Item label="对方的 UUID" htmlFor="image-share_uuid" extra="请对方在右上角的头像菜单里复制。">
        <div className={styles.row}>
          <Form.Item
            name="uuid"
            noStyle
            rules={[createZodRule(uuidSchema)]}
            validateTrigger="onSubmit"
            normalize={(typed: string) => typed.trim()}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              className={styles.uuid ?? ''}
              placeholder="xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            共享
          </Button>
        </div>
      </Form.Item>
    </Form>
  )
}

/** Accounts the image is shared with; each share can be revoked. */
function ImageShareList({ shares }: { shares: readonly ImageShare[] }) {
  const ask = useConfirmDialogs()
  const { run, sent } = useAction(privateImages.take_back, { failed: '收回失败，请重试' })
  const question = (share: ImageShare) =>
    void ask.confirm({
      title: `收回给「${share.nickname}」的共享`,
      content: '对方不能再用它创建实例或更换镜像；已经在用它的实例照常运行和开机，数据不受影响。账单没有变化。',
      okText: '收回',
      autoFocusButton: 'ok',
      onOk: () => run({ params: { share_id: share.id } }),
    })

  if (shares.length === 0) return <p className={styles.none}>还没有共享给任何人。</p>
  return (
    <SettingRows>
      {shares.map((share) => (
        <SettingRow
          key={share.id}
          title={share.nickname}
          action={
            <Button
              loading={sent?.params?.share_id === share.id}
              aria-label={`收回给 ${share.nickname} 的共享`}
              onClick={() => question(share)}
            >
              收回
            </Button>
          }
        >
          <span className={styles.who}>{share.uuid}</span> · 共享于 <TimeText at={share.shared_at} />
        </SettingRow>
      ))}
    </SettingRows>
  )
}

/** Manages the accounts that may use an image besides its owner. */
export default function ShareImageDialog({ resource, row, onClose }: { resource: Resource; row: Row; onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(privateImages.shares, { params: { id: row.id } })
  return (
    <Modal open title={`共享「${resource.title(row)}」`} footer={null} onCancel={onClose} destroyOnHidden>
      <p className={styles.effect}>
        对方可以用它创建实例和更换镜像，不能改名、再共享、发布或删除，并会收到通知。你的镜像和账单没有变化，实例费用由对方承担。
      </p>
      <ShareImageForm id={row.id} />
      <AsyncView
        data={data}
        error={error}
        errorTitle="共享列表加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={2} columns={2} />}
      >
        {(shares) => (
          <>
            <h3 className={styles.heading}>
              已共享 {shares.length} / {limits.imageSharesMax} 个账号
            </h3>
            <ImageShareList shares={shares} />
          </>
        )}
      </AsyncView>
    </Modal>
  )
}

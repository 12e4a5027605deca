import { Modal } from 'antd'
import { limits } from '#contract/limits.ts'
import { privateImages } from '#contract/private-images.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ImageShareList } from './ImageShareList.tsx'
import styles from './ShareImageDialog.module.css'
import { ShareImageForm } from './ShareImageForm.tsx'

/** Who may use an image beside its owner, one more, or one less. */
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

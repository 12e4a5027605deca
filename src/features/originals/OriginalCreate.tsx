import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { originals } from '#contract/originals.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { OriginalApplicationForm } from './OriginalApplicationForm.tsx'

/** Asks for the badge: for what, why, and what proves it. */
export default function OriginalCreate({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useEndpoint(originals.candidates)
  return (
    <>
      <PageHeading title="申请原创" meaning={resource.meaning} trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel form>
        <AsyncView
          data={data}
          error={error}
          errorTitle="作品加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={4} columns={1} />}
        >
          {(candidates) =>
            candidates.length ? (
              <OriginalApplicationForm listPath={resource.path} candidates={candidates} />
            ) : (
              <EmptyState
                title="还没有公开的作品"
                hint="镜像或数据集发布之后，才能申请原创徽章。"
                action={
                  <Button type="primary" onClick={() => void navigate(paths.releaseImage)}>
                    发布镜像
                  </Button>
                }
              />
            )
          }
        </AsyncView>
      </PagePanel>
    </>
  )
}

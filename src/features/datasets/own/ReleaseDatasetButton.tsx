import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The way to publish more. */
export function ReleaseDatasetButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.releaseDataSet)}>
      发布数据集
    </Button>
  )
}

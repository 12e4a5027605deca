import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'

/** The way to the first one, for a list that is empty. */
export function FirstDatasetActions() {
  const navigate = useNavigate()
  return (
    <>
      <Button onClick={() => void navigate(paths.fileStorage)}>去文件存储上传</Button>
      <Button type="primary" onClick={() => void navigate(paths.releaseDataSet)}>
        发布数据集
      </Button>
    </>
  )
}

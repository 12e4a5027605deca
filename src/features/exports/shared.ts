export { buildExportActions, buildExportColumns } from './export-columns.tsx'

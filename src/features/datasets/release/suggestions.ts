/** Licences that data are often given under; anything else can be written. */
export const datasetLicences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'ODC-By-1.0',
  'ODbL-1.0',
  'PDDL-1.0',
  'MIT',
  'Apache-2.0',
  '仅限研究使用',
].map((value) => ({ value }))

export const readmeTemplate = `## 内容
有什么文件，各有多少行、列或张

## 出处
原作者、论文或网址，怎样引用

## 读取
import pandas as pd
df = pd.read_csv("/datasets/…/data.csv")`

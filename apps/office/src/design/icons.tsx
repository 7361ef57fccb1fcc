/** The office's icons, drawn as Material draws its own. */
import {
  mdiChevronRight,
  mdiClose,
  mdiContentCopy,
  mdiLogout,
  mdiMenu,
  mdiMinus,
  mdiPlus,
  mdiRotateRight,
  mdiTrashCanOutline,
} from '@mdi/js'
import { createSvgIcon } from '@mui/material/utils'

export const AddIcon = createSvgIcon(<path d={mdiPlus} />, 'Add')
export const ChevronIcon = createSvgIcon(<path d={mdiChevronRight} />, 'Chevron')
export const CloseIcon = createSvgIcon(<path d={mdiClose} />, 'Close')
export const CopyIcon = createSvgIcon(<path d={mdiContentCopy} />, 'Copy')
export const DeleteIcon = createSvgIcon(<path d={mdiTrashCanOutline} />, 'Delete')
export const LogoutIcon = createSvgIcon(<path d={mdiLogout} />, 'Logout')
export const MenuIcon = createSvgIcon(<path d={mdiMenu} />, 'Menu')
export const RemoveIcon = createSvgIcon(<path d={mdiMinus} />, 'Remove')
export const RotateRightIcon = createSvgIcon(<path d={mdiRotateRight} />, 'RotateRight')

// PostgreSQL with files in the folder of one server: the first process may, a second one with its own may not.
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { getFromApi, useInstallation } from "./installation.ts";
import { postTo } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const { run, serve, stop } = useInstallation();
const other = useEach(openFolder);

it.runIf(isOnPostgres)(
  "starts without a shared folder, and refuses a second server that has another one",
  async () => {
    const own = { INTRAY_ATTACHMENTS_DIR: "" };
    const url = await serve(own);
    await postTo(url, 1, { file: new File(["the content"], "a.txt") });

    const second = await run([], { ...own, INTRAY_DATA_DIR: other.path });
    await stop();
    const again = await serve(own);
    const file = await getFromApi(again, "/attachments/1", KEY);

    expect(second.code).toBe(1);
    expect(second.stderr).toContain("does not hold the files of this database");
    expect(second.stderr).toContain(
      "set INTRAY_ATTACHMENTS_DIR to the right folder, which all of them share",
    );
    expect(await file.text()).toBe("the content");
  },
);

//! Folders as they are found: links that lead back, and what is not a file.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use corefeval_files::paths::{Links, expand, walk};
use corefeval_files::{Error, Options};

#[test]
fn links_to_the_folder_itself_are_followed_once() {
    let folder = crate::made::folder();
    let file =
        crate::made::write(folder.path(), "deep/a.conll", crate::made::documents("a", 1, 1).as_bytes());
    symlink(folder.path(), folder.path().join("again")).unwrap();
    symlink(folder.path(), folder.path().join("deep/once-more")).unwrap();
    symlink("..", folder.path().join("deep/up")).unwrap();
    assert_eq!(expand(folder.path()).unwrap(), std::slice::from_ref(&file));
    assert_eq!(walk(folder.path(), Links::Follow, |_| true).unwrap(), [file]);
}

#[test]
fn a_folder_elsewhere_is_read_through_a_link_and_called_by_its_own_name_where_it_has_one() {
    let (folder, elsewhere) = (crate::made::folder(), crate::made::folder());
    crate::made::write(elsewhere.path(), "a.conll", b"x");
    crate::made::write(folder.path(), "real/b.conll", b"x");
    symlink(elsewhere.path(), folder.path().join("linked")).unwrap();
    symlink(folder.path().join("real"), folder.path().join("alias")).unwrap();
    let found = expand(folder.path()).unwrap();
    assert_eq!(found, ["linked/a.conll", "real/b.conll"].map(|name| folder.path().join(name)));
    let left: Vec<PathBuf> = walk(folder.path(), Links::Leave, |_| true).unwrap();
    assert_eq!(left, ["alias", "linked", "real/b.conll"].map(|name| folder.path().join(name)));
}

#[test]
fn pipes_and_sockets_in_a_folder_are_refused_by_name_and_never_waited_for() {
    for make in [crate::made::pipe as fn(&Path), |path| drop(UnixListener::bind(path).unwrap())] {
        let folder = crate::made::folder();
        crate::made::write(folder.path(), "a.conll", crate::made::documents("a", 1, 1).as_bytes());
        let special = folder.path().join("b.conll");
        make(&special);
        let error = crate::made::names(folder.path(), &Options::new()).unwrap_err();
        assert!(matches!(&error, Error::NotAFile { path, .. } if *path == special), "{error}");
        // what would not be read is no hindrance
        std::fs::rename(&special, folder.path().join("b.lock")).unwrap();
        assert_eq!(crate::made::names(folder.path(), &Options::new()).unwrap(), ["a0"]);
    }
}

#[test]
fn a_device_behind_a_link_is_refused_by_name() {
    let folder = crate::made::folder();
    symlink("/dev/zero", folder.path().join("a.conll")).unwrap();
    let error = expand(folder.path()).unwrap_err().to_string();
    assert!(error.contains("a.conll: this is a device"), "{error}");
}

#[test]
fn a_link_to_nothing_is_an_error_that_names_it() {
    let folder = crate::made::folder();
    symlink("nowhere", folder.path().join("a.conll")).unwrap();
    let error = crate::made::names(folder.path(), &Options::new()).unwrap_err().to_string();
    assert!(error.contains("a.conll: No such file"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_a_folder_are_not_kept_open() {
    let folder = crate::made::folder();
    for number in 0..100 {
        let text = crate::made::documents(&format!("d{number:02}-"), 1, 1);
        crate::made::write(
            folder.path(),
            &format!("{number:02}.conll.gz"),
            &crate::made::gzip(text.as_bytes()),
        );
    }
    let open_files = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let before = open_files();
    let mut files = corefeval_files::Files::open(folder.path(), &Options::new()).unwrap();
    // other tests open files too
    assert!(open_files() < before + 50);
    assert_eq!(crate::made::read(&mut files).unwrap().len(), 100);
}

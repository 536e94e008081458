package gnomon;

/** A service of one domain, on any other virtual machine than Gnomon, as others know it. */
final class LocalService {
    final LocalDomain domain;
    final Class<?> type; // the interface
    final Portal object;

    LocalService(LocalDomain domain, Class<?> type, Portal object) {
        this.domain = domain;
        this.type = type;
        this.object = object;
    }
}
